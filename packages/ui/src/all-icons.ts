import { furtherIcons } from './further-icons.ts';
import { addIcons } from './icon.tsx';

// Imported for this effect by whatever leads to a screen or a dialog.
addIcons(furtherIcons);
