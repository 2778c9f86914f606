import { describe, expect, test } from 'vitest';
import { choiceOf, searchOf } from './dashboard-search.ts';

const first = { period: 'quarter', by: null, closed: [], tables: [] } as const;

describe('the address of the dashboard', () => {
  test('is empty for what is shown at first', () => {
    expect(searchOf(first)).toEqual({});
    expect(choiceOf({})).toEqual(first);
  });

  test('says period, step and panels, and gives them back', () => {
    const choice = {
      period: 'year',
      by: 'month',
      closed: ['quiz'],
      tables: ['growth', 'sessions', 'active', 'runs'],
    } as const;
    const search = { period: '52w', by: 'month', closed: 'quiz', tables: 'growth,sessions,active,runs' };
    expect(searchOf(choice)).toEqual(search);
    expect(choiceOf({ ...search })).toEqual(choice);
    expect(choiceOf({ period: 'all' }).period).toBe('all');
    expect(choiceOf({ period: '4w' }).period).toBe('month');
  });

  test('with nonsense is the first one', () => {
    expect(choiceOf({ period: 12, by: 'day', closed: ['quiz'], tables: 'nothing' })).toEqual(first);
  });
});
