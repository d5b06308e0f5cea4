import { IconCircleCheckFilled, IconCurrencyEuro } from '@tabler/icons-react'

/** How far a visit is. */
export type StageName = 'expected' | 'arrived' | 'progress' | 'ready' | 'pay' | 'paid'

/** How far a visit or its invoice is, as a circle that fills until it is to be paid. */
const shares: Readonly<Record<Exclude<StageName, 'pay' | 'paid'>, string>> = {
  expected: '',
  arrived: 'M8 8V3.2A4.8 4.8 0 0 1 12.8 8Z',
  progress: 'M8 3.2a4.8 4.8 0 0 1 0 9.6Z',
  ready: 'M8 8V3.2A4.8 4.8 0 1 1 3.2 8Z',
}

export const StatusGlyph = ({ name }: { readonly name: StageName }) => {
  const colour = `var(--${name}-stripe)`
  if (name === 'pay') return <IconCurrencyEuro size={16} stroke={2.4} color={colour} aria-hidden="true" />
  if (name === 'paid') return <IconCircleCheckFilled size={16} color={colour} aria-hidden="true" />
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.2" fill="none" stroke={colour} strokeWidth="1.8" />
      {shares[name] !== '' && <path d={shares[name]} fill={colour} />}
    </svg>
  )
}
