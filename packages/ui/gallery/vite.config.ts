import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 6070 },
  build: { outDir: '../dist-gallery', emptyOutDir: true },
});
