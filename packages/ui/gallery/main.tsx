import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../src/tokens.css';
import '../src/fonts.css';
import '../src/base.css';
import './gallery.css';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery only={new URLSearchParams(location.search).get('theme')} />
    </StrictMode>,
  );
}
