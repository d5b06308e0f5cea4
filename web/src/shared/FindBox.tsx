import { IconSearch } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import listPage from './list-page.module.css'

/** The field in which a list is searched. */
export const FindBox = (input: ComponentProps<'input'>) => (
  <span className={listPage['box']}>
    <IconSearch size={16} stroke={1.6} aria-hidden="true" />
    <input type="search" className={listPage['find']} {...input} />
  </span>
)
