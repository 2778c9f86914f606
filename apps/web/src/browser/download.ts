/** The browser may ask where to save the file, and needs the address until then. */
const urlLifetimeMs = 60_000;

/** Hands a text over as a file to download. */
export function downloadFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
