import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, dismissToasts, leastDuration, showToast, toasts } from './toasts.ts';

afterEach(() => {
  for (const toast of toasts.get()) dismissToast(toast.id);
});

test('an error is announced as alert, anything else as status', () => {
  showToast({ text: 'a', kind: 'error' });
  showToast({ text: 'b', kind: 'success' });
  showToast({ text: 'c', kind: 'info' });
  expect(toasts.get().map(({ role }) => role)).toEqual(['alert', 'status', 'status']);
});

test('stays six seconds by default', () => {
  showToast({ text: 'a', kind: 'info' });
  showToast({ text: 'b', kind: 'info', duration: 1500 });
  expect(toasts.get().map(({ duration }) => duration)).toEqual([6000, 1500]);
});

test('keeps three at most, and the newest of equal texts', () => {
  for (const text of ['a', 'b', 'c', 'd', 'b']) showToast({ text, kind: 'info' });
  expect(toasts.get().map(({ text }) => text)).toEqual(['c', 'd', 'b']);
});

test('an alert is shown before everything else, also before what is visible', () => {
  showToast({ text: 'shown', kind: 'info' });
  showToast({ text: 'deleted', kind: 'success', action: { label: 'undo', onAction: () => undefined } });
  showToast({ text: 'waits', kind: 'info' });
  showToast({ text: 'refused', kind: 'error' });
  expect(toasts.get().map(({ text }) => text)).toEqual(['refused', 'deleted', 'waits']);
  showToast({ text: 'refused too', kind: 'error' });
  expect(toasts.get().map(({ text }) => text)).toEqual(['refused', 'refused too', 'deleted']);
});

test('an alert replaces earlier successes, which would deny it if they were shown after it', () => {
  showToast({ text: 'saved', kind: 'success' });
  showToast({ text: 'fact', kind: 'info' });
  showToast({ text: 'refused', kind: 'error' });
  expect(toasts.get().map(({ text }) => text)).toEqual(['refused', 'fact']);
});

test('successes remove no alert, however many they are', () => {
  showToast({ text: 'refused', kind: 'error' });
  for (const text of ['a', 'b', 'c', 'd']) showToast({ text, kind: 'success' });
  expect(toasts.get().map(({ text }) => text)).toEqual(['refused', 'c', 'd']);
});

test('while another one waits, a toast stays long enough to be read or pressed', () => {
  showToast({ text: 'a', kind: 'info', action: { label: 'undo', onAction: () => undefined } });
  showToast({ text: 'b', kind: 'info' });
  showToast({ text: 'c', kind: 'info', duration: 1500 });
  expect(toasts.get().map(leastDuration)).toEqual([5000, 2500, 1500]);
});

test('keeps equal texts separately when each offers an action', () => {
  const undo = () => ({ label: 'undo', onAction: () => undefined });
  showToast({ text: 'a', kind: 'info' });
  for (const action of [undo(), undo()]) showToast({ text: 'a', kind: 'info', action });
  expect(toasts.get().filter(({ action }) => action)).toHaveLength(2);
  expect(toasts.get()).toHaveLength(2);
});

test('an action replaces plain messages, but no alert and no other action', () => {
  const undo = (text: string) => ({
    text,
    kind: 'info' as const,
    action: { label: 'undo', onAction: () => undefined },
  });
  showToast({ text: 'saved', kind: 'success' });
  showToast({ text: 'failed', kind: 'error' });
  showToast(undo('scan deleted'));
  expect(toasts.get().map(({ text }) => text)).toEqual(['failed', 'scan deleted']);
  showToast(undo('note deleted'));
  expect(toasts.get().map(({ text }) => text)).toEqual(['failed', 'scan deleted', 'note deleted']);
});

test('removes all of them at once', () => {
  for (const text of ['a', 'b'])
    showToast({ text, kind: 'info', action: { label: 'undo', onAction: () => undefined } });
  dismissToasts();
  expect(toasts.get()).toEqual([]);
});

test('notifies its listeners and returns a new list, as useSyncExternalStore needs', () => {
  const listener = vi.fn();
  const stop = toasts.subscribe(listener);
  const before = toasts.get();
  const id = showToast({ text: 'a', kind: 'info' });
  expect(toasts.get()).not.toBe(before);
  dismissToast(id);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  showToast({ text: 'b', kind: 'info' });
  expect(listener).toHaveBeenCalledTimes(2);
});
