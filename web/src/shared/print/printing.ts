import type { QueryClient } from '@tanstack/react-query'
import { showError } from '../toasts.ts'
import { printedQuery } from '../../api/invoice.ts'
import { logoQuery } from '../../api/organisation.ts'

const drawn = (image: HTMLImageElement) => image.decode().catch(() => {})

type Paper = 'invoice' | 'receipt'

const openPrinter = async (paper: Paper) => {
  // A picture that is not drawn yet would be missing on the paper.
  await Promise.all([...document.querySelectorAll<HTMLImageElement>('body > main img')].map(drawn))
  const { dataset } = document.documentElement
  dataset['paper'] = paper
  window.addEventListener('afterprint', () => delete dataset['paper'], { once: true })
  window.print()
}

/**
 * Prints the invoice on A4 or the receipt on a roll of 80 mm, as it is now: what cannot be read again is not printed, because
 * its payments may have changed. What the browser prints by itself is the invoice.
 */
export const printNow = async (queries: QueryClient, invoice: number, paper: Paper) => {
  try {
    const { logo } = await queries.fetchQuery({ ...printedQuery(invoice), staleTime: 0 })
    if (logo !== null) await queries.prefetchQuery(logoQuery(logo))
    // What has been read is on the page once the observers of the query have been told, which they are in the next task.
    setTimeout(() => requestAnimationFrame(() => void openPrinter(paper)))
  } catch (problem) {
    showError(problem)
  }
}

const place = 'fetlock.receipt'
/** Whether a receipt is printed after every payment, as it was last chosen at this desk. */
export const isReceiptWanted = () => localStorage.getItem(place) !== 'no'
export const wantReceipt = (isWanted: boolean) => localStorage.setItem(place, isWanted ? 'yes' : 'no')
