import { createTheme, type MantineColorsTuple } from '@mantine/core'

const spruce: MantineColorsTuple = [
  '#e6efea',
  '#cfe7db',
  '#b9d9ca',
  '#a5d2be',
  '#7cc0a6',
  '#4fa388',
  '#2e7d68',
  '#1e5a4b',
  '#1e5044',
  '#163e34',
]
const gray: MantineColorsTuple = [
  '#f8f6f1',
  '#f3f0ea',
  '#eae6dd',
  '#e6e1d8',
  '#d5cec2',
  '#b5ad9f',
  '#877f73',
  '#6c655b',
  '#5e584f',
  '#25221e',
]
const dark: MantineColorsTuple = [
  '#ede9e2',
  '#b8b1a5',
  '#a39c91',
  '#847d72',
  '#45413a',
  '#33302b',
  '#24221f',
  '#1b1a17',
  '#171613',
  '#141311',
]

/** The colours of Mantine's parts. Their variables are in mantine.css, so that the page needs no style of its own. */
export const theme = createTheme({
  colors: { spruce, gray, dark },
  primaryColor: 'spruce',
  primaryShade: { light: 8, dark: 2 },
  autoContrast: true,
  fontFamily: 'Inter, "Inter fallback", system-ui, sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
