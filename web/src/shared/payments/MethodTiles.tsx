import { PaymentType } from '@fetlock/sdk'
import { Menu } from '@mantine/core'
import {
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconDeviceMobile,
  IconDots,
  IconGift,
  IconReceipt,
  type TablerIcon,
} from '@tabler/icons-react'
import { useId } from 'react'
import { KeyCap } from '../KeyCap.tsx'
import form from '../form.module.css'
import { text } from '../../text/en.ts'
import classes from './MethodTiles.module.css'
import { methodKeys } from './methods.ts'

const icons: Partial<Readonly<Record<PaymentType, TablerIcon>>> = {
  [PaymentType.Card]: IconCreditCard,
  [PaymentType.Cash]: IconCash,
  [PaymentType.BankPayment]: IconBuildingBank,
  [PaymentType.MobilePayment]: IconDeviceMobile,
  [PaymentType.GiftCard]: IconGift,
}

export const MethodIcon = ({ method, size = 20 }: { readonly method: PaymentType; readonly size?: number }) => {
  const Icon = icons[method] ?? IconReceipt
  return <Icon size={size} stroke={1.6} aria-hidden="true" />
}

const maxTiles = 3

type Props = {
  readonly label: string
  readonly methods: readonly PaymentType[]
  readonly chosen: PaymentType | undefined
  readonly onChoose: (method: PaymentType) => void
  /** Whether F2 and F4 choose here. */
  readonly hasKeys?: boolean
}

/** How it is paid: the methods used most often as tiles, the others behind the last one. */
export const MethodTiles = ({ label, methods, chosen, onChoose, hasKeys = false }: Props) => {
  const name = useId()
  const first = methods.slice(0, maxTiles)
  const isOther = chosen !== undefined && !first.includes(chosen)
  const shown = isOther ? [...first.slice(0, -1), chosen] : first
  const others = methods.filter((method) => !shown.includes(method))
  return (
    <fieldset className={form['group']}>
      <legend className={form['legend']}>{label}</legend>
      <div className={classes['tiles']}>
        {shown.map((method) => (
          <label key={method} className={classes['tile']}>
            <input type="radio" name={name} checked={chosen === method} onChange={() => onChoose(method)} />
            <MethodIcon method={method} />
            <span>{text.payments.methods[method]}</span>
            {hasKeys && methodKeys[method] !== undefined && <KeyCap keys={methodKeys[method]} />}
          </label>
        ))}
        {others.length > 0 && (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <button type="button" className={classes['tile']} aria-label={text.payments.moreMethods}>
                <IconDots size={20} stroke={1.6} aria-hidden="true" />
                <span>{text.payments.more}</span>
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((method) => (
                <Menu.Item key={method} onClick={() => onChoose(method)}>
                  {text.payments.methods[method]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </fieldset>
  )
}
