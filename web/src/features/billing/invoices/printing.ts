type Paper = 'invoice' | 'receipt'

/** Prints the invoice on A4 or the receipt on a roll of 80 mm. What the browser prints by itself is the invoice. */
export const printNow = (paper: Paper) => {
  const { dataset } = document.documentElement
  dataset['paper'] = paper
  window.addEventListener('afterprint', () => delete dataset['paper'], { once: true })
  window.print()
}

const place = 'fetlock.receipt'
/** Whether a receipt is printed after every payment, as it was last chosen at this desk. */
export const isReceiptWanted = () => localStorage.getItem(place) !== 'no'
export const wantReceipt = (isWanted: boolean) => localStorage.setItem(place, isWanted ? 'yes' : 'no')
