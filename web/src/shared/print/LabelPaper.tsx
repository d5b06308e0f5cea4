import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { paperText } from '../../text/paper.ts'
import classes from './LabelPaper.module.css'
import { type LabelPage, labelPagesOf, labelParts, type LabelTexts } from './label-pages.ts'
import type { LabelSize } from './label-size.ts'
import { usePrinter } from './use-printer.ts'

/** The label of one medicine: what may need several labels, and what stands at the foot of each. */
export type Label = {
  readonly id: number
  readonly texts: LabelTexts
  readonly batch: string
  readonly given: string
  readonly clinic: string
}

/** What a second label says first, so that the two are known to belong together. */
const longestName = 40
const shortened = (name: string) => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name)

type OneProps = { readonly label: Label; readonly size: LabelSize; readonly page?: LabelPage; readonly place?: string }

/** One label. Without a page it is empty, to be measured with. */
const One = ({ label, size, page, place = '9/9' }: OneProps) => (
  <article className={classes['label']} data-size={size} data-step={page?.step} data-first={page?.isFirst}>
    <div className={classes['body']} data-body>
      <p className={classes['again']}>
        {paperText.label.again(shortened(label.texts.patient), shortened(label.texts.name), place)}
      </p>
      {labelParts.map((part) => (
        <p key={part} data-part={part}>
          {page?.texts[part]}
        </p>
      ))}
    </div>
    <footer>
      <p>
        <span>{label.batch}</span> <span>{label.given}</span>
      </p>
      <p>
        <strong>{paperText.label.animalsOnly}</strong> <span>{label.clinic}</span>
      </p>
    </footer>
  </article>
)

/** Whether a page fits on the label that it is measured with. */
const fitsIn = (label: HTMLElement) => (page: LabelPage) => {
  label.dataset['step'] = String(page.step)
  label.dataset['first'] = String(page.isFirst)
  for (const part of labelParts) label.querySelector(`[data-part="${part}"]`)!.textContent = page.texts[part]
  const body = label.querySelector('[data-body]')!
  return body.scrollHeight <= body.clientHeight
}

type Props = {
  readonly labels: readonly Label[]
  readonly size: LabelSize
  /** With how many labels it was. */
  readonly onPrinted: (count: number) => void
}

/** A label for each medicine, or several where its text needs them, each on a page of the label's size. */
export const LabelPaper = ({ labels, size, onPrinted }: Props) => {
  const place = useRef<HTMLElement>(null)
  const [pages, setPages] = useState<readonly (readonly LabelPage[])[]>()
  useEffect(() => {
    let isOver = false
    const measure = async () => {
      // Letters that are not loaded yet have other widths.
      await document.fonts.ready
      if (isOver) return
      const measured = [...place.current!.querySelectorAll<HTMLElement>('article')]
      setPages(labels.map(({ texts }, at) => labelPagesOf(texts, fitsIn(measured[at]!))))
    }
    void measure()
    return () => {
      isOver = true
    }
  }, [labels])
  const count = pages?.flat().length ?? 0
  usePrinter(place, pages !== undefined, () => onPrinted(count))
  return createPortal(
    <main ref={place} className={classes['paper']}>
      {pages === undefined
        ? labels.map((label) => <One key={label.id} label={label} size={size} />)
        : labels.flatMap((label, at) =>
            pages[at]!.map((page, index) => (
              <One
                // oxlint-disable-next-line react/no-array-index-key -- the labels of one medicine do not move
                key={`${label.id} ${index}`}
                label={label}
                size={size}
                page={page}
                place={`${index + 1}/${pages[at]!.length}`}
              />
            )),
          )}
    </main>,
    document.body,
  )
}
