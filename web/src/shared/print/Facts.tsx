import classes from './InvoicePaper.module.css'

/** Labels with their values. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string])[] }) => (
  <dl className={classes['facts']}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
