/** `npx tsx examples/list-history.ts`: every scan, newest first. */
import { connect } from './client.ts';

const { api } = await connect();
const scans = await api.results.list.query({ source: 'history' });
for (const { createdAt, scoring, answers } of scans)
  console.log(createdAt, String(scoring).padStart(4), answers?.join(' ') ?? 'sealed');
console.log(`${scans.length} scans`);
