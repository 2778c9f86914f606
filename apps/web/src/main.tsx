import '@nuances/ui/fonts.css';
import '@nuances/ui/tokens.css';
import '@nuances/ui/base.css';
import { start } from './start.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
void start(root);
