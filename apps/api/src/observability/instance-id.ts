import { randomUUID } from 'node:crypto';

/** Names this process in metrics and log lines, so that those of several instances are told apart. New at each start. */
export const instanceId = randomUUID();
