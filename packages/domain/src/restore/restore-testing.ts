/** Records of an export that tests read and restore. */
export const scan = {
  _id: '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90',
  answers: [4, 6, 9, 8, 5, 7, 9],
  scoring: 26,
  duration: null,
  createdAt: '2026-11-02T08:15:00.000Z',
  receivedAt: '2026-11-02T08:15:01.000Z',
  tags: ['sommeil'],
};
export const note = {
  _id: '5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48',
  title: 'Trois poires',
  text: 'Le marché.',
  categoryId: 'yellow',
  scanResultId: scan._id,
  createdAt: '2026-11-03T08:20:00.000Z',
  receivedAt: null,
  updatedAt: '2026-11-03T08:20:00.000Z',
  revision: 3,
  encrypted: false,
};
export const file = {
  version: 1,
  profile: { username: 'lea' },
  scans: [scan],
  notes: [note],
  events: [],
  sessions: [],
};
