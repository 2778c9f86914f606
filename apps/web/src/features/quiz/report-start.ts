/** Tells the server that a run began; fire and forget, the quiz never waits for it. */
export async function reportStart(): Promise<void> {
  try {
    const { api } = await import('../../trpc.ts');
    await api.results.startScan.mutate();
  } catch (error) {
    console.warn('start of the scan not reported', error instanceof Error ? error.name : 'unknown');
  }
}
