import { pagesOf } from '@nuances/domain/pages';
import type { NuancesClient } from '../client.ts';

/** All scans of the account, page by page. */
export const scanPages = ({ api }: NuancesClient) => pagesOf((part) => api.results.own.query(part));
