import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import './theme/tokens.css'
import './theme/mantine.css'
import './theme/base.css'
import { start } from './start.ts'

const client = start()
void import('./screen.tsx').then(({ drawScreen }) => drawScreen(client))
