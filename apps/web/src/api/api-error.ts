/** The failures of a call; `packages/client` reads them in the same way. */
export { isSessionOver, isSilent, toApiError, type ApiError } from '@nuances/domain/api-error';
