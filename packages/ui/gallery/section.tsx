import type { ReactNode } from 'react';

/** A part of the gallery under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="t-h3">{title}</h2>
      {children}
    </section>
  );
}
