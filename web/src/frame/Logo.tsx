import classes from './Frame.module.css'

export const Logo = () => (
  <svg className={classes['logo']} viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" rx="8" />
    <path className={classes['outer']} d="M8.4 20.5v-6.6a5.6 5.6 0 0 1 11.2 0v6.6" />
    <path className={classes['inner']} d="M12.1 20.5V14a1.9 1.9 0 0 1 3.8 0v6.5" />
  </svg>
)
