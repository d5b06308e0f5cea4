import { type FormEvent, useState } from 'react'
import { Dialog } from '../Dialog.tsx'
import record from '../record.module.css'
import { text } from '../../text/en.ts'
import { paperText } from '../../text/paper.ts'
import classes from './LabelSizeDialog.module.css'
import { chooseLabelSize, chosenLabelSize, type LabelSize, labelSizes } from './label-size.ts'

type Props = {
  /** What happens once it is chosen, if more than that it is kept. */
  readonly action?: string
  readonly onChosen: (size: LabelSize) => void
  readonly onClose: () => void
}

/** Which labels the printer of this desk takes. It is asked once, and kept on the device. */
export const LabelSizeDialog = ({ action = paperText.label.size.save, onChosen, onClose }: Props) => {
  const [size, setSize] = useState(() => chosenLabelSize() ?? labelSizes[0])
  const { title, explained, sizes } = paperText.label.size
  const choose = (event: FormEvent) => {
    event.preventDefault()
    chooseLabelSize(size)
    onChosen(size)
  }
  return (
    <Dialog label={title} onClose={onClose}>
      <form className={record['dialog']} onSubmit={choose}>
        <h2>{title}</h2>
        <p className={classes['explained']}>{explained}</p>
        <div className={classes['sizes']} role="radiogroup" aria-label={title}>
          {labelSizes.map((one) => (
            <label key={one} className={classes['size']}>
              <input
                type="radio"
                name="label-size"
                checked={one === size}
                data-first={one === size || undefined}
                onChange={() => setSize(one)}
              />
              <span className={classes['drawn']} data-size={one} aria-hidden="true" />
              {sizes[one]}
            </label>
          ))}
        </div>
        <div className={record['actions']}>
          <button type="submit" className="button primary">
            {action}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {text.records.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
