import * as z from 'zod/mini';
import { limits } from '../limits.ts';

const localDatetime = z.iso.datetime({ offset: true, local: true });

/**
 * A moment as a person types it, not before 2000 (SPEC.md TIME-2): the seconds may be missing, and without a zone it is
 * one of this device.
 */
export const isTypedInstant = (text: string): boolean =>
  localDatetime.safeParse(text.replace(/T\d\d:\d\d(?!:)/, '$&:00')).success &&
  Date.parse(text) >= Date.parse(limits.createdAtMin);
