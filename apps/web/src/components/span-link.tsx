import { addressOf, type LookUnit } from '@nuances/domain/lookback/span';
import type { Period } from '@nuances/domain/statistics/period';
import { Icon } from '@nuances/ui/icon';
import { Link, type LinkComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './span-link.module.css';

interface Props extends Omit<LinkComponentProps, 'to' | 'params' | 'className' | 'children'> {
  readonly unit: LookUnit;
  readonly span: Period;
  /** Where its arrow points. */
  readonly way?: 'back' | 'onward';
  readonly children: ReactNode;
}

/** A quiet link to the page of a week or month. */
export function SpanLink({ unit, span, way = 'onward', children, ...rest }: Props) {
  const address = addressOf(unit, span);
  const link = {
    ...rest,
    className: styles.link,
    children: (
      <>
        {way === 'back' ? <Icon name="left" size={18} /> : null}
        {children}
        {way === 'onward' ? <Icon name="right" size={18} /> : null}
      </>
    ),
  };
  return unit === 'week' ? (
    <Link to="/history/week/$week" params={{ week: address }} {...link} />
  ) : (
    <Link to="/history/month/$month" params={{ month: address }} {...link} />
  );
}
