import { randomUUID } from 'node:crypto';

/** Names this process in metrics and log lines, so that several instances can be distinguished. New at each start. */
export const instanceId = randomUUID();
