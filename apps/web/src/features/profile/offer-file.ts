/** A browser that is slow to ask where to put the file still finds it, milliseconds. */
const keptFor = 60_000;

/** Hands a text over as a file to download. */
export function offerFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptFor);
}
