let reported = false;

/** Tells the server that somebody arrived, once for each opened page; a failure is nobody's concern but the log's. */
export async function reportVisit(isUserAuthenticated: boolean): Promise<void> {
  if (reported) return;
  reported = true;
  try {
    const { api } = await import('../../trpc.ts');
    await api.public.visit.mutate({ isUserAuthenticated });
  } catch (error) {
    console.warn('visit not reported', error instanceof Error ? error.name : 'unknown');
  }
}
