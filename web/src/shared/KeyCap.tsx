import classes from './KeyCap.module.css'

const isApple = /Mac|iPad|iPhone/.test(navigator.platform)
const printed: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

const print = (key: string) =>
  key
    .replace('Mod+', isApple ? '⌘ ' : 'Ctrl ')
    .split(' ')
    .map((part) => printed[part] ?? part)
    .map((part) => (key.startsWith('Mod+') && part.length === 1 ? part.toUpperCase() : part))
    .join(' ')

/** A key, printed where it works. There are none on a screen that is touched. */
export const KeyCap = ({ keys }: { readonly keys: string }) => (
  <kbd className={classes['key']} aria-hidden="true">
    {print(keys)}
  </kbd>
)
