/** What the build appends to the generated service worker (build/worker-additions.ts). */
import './push.ts';
import './version.ts';
