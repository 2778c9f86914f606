import { describe, expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

describe('a store', () => {
  it('calls its listeners after a change, and not for the same value', () => {
    const store = createStore(1);
    const seen: number[] = [];
    const unsubscribe = store.subscribe(() => seen.push(store.get()));
    store.set(1);
    store.set(2);
    store.set(2);
    store.set(3);
    unsubscribe();
    store.set(4);
    expect(seen).toEqual([2, 3]);
    expect(store.get()).toBe(4);
  });

  it('is connected from the first listener to the last', () => {
    const disconnect = vi.fn<() => void>();
    const connect = vi.fn(() => disconnect);
    const store = createStore('x', connect);
    const stops = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
    expect(connect).toHaveBeenCalledTimes(1);
    stops[0]?.();
    stops[0]?.();
    expect(disconnect).not.toHaveBeenCalled();
    stops[1]?.();
    expect(disconnect).toHaveBeenCalledTimes(1);
    store.subscribe(() => undefined)();
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('gives listeners the value that connecting has set', () => {
    const store = createStore(0, () => {
      store.set(7);
      return () => undefined;
    });
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.get()));
    expect(seen).toEqual([7]);
  });
});
