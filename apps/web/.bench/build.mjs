import { build } from 'vite';
await build({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { lib: { entry: 'entry.ts', formats: ['es'], fileName: 'bench' }, outDir: '/tmp/vc-bench', emptyOutDir: true },
});
