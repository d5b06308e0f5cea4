import { IconSearch } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import page from './page.module.css'

/** The field in which a list is searched. */
export const FindBox = (input: ComponentProps<'input'>) => (
  <span className={page['box']}>
    <IconSearch size={16} stroke={1.6} aria-hidden="true" />
    <input type="search" className={page['find']} {...input} />
  </span>
)
