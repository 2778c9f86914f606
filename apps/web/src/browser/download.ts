/** How long the address stays valid: the browser may first ask where to save the file. */
const urlLifetimeMs = 60_000;

/** Offers something as a file to download. */
export function downloadFile(name: string, content: BlobPart, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
