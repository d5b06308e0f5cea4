// What a network sends as one message: 140 octets, which are 160 letters of the alphabet of GSM 03.38 or 70 of UTF-16. A longer
// text goes in parts, each of which has a header that takes some of them.

const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** These take two places. */
const extended = '\f^{}\\[~]|€'

const inGsm = new Set(gsm)
const inExtended = new Set(extended)

/** Counts parts that are filled one after the other; nothing that takes several places is split between two. */
const countParts = (places: readonly number[], whole: number, part: number): number => {
  const total = places.reduce((sum, size) => sum + size, 0)
  if (total <= whole) return 1
  let parts = 1
  let used = 0
  for (const size of places) {
    if (used + size > part) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}

/** How many messages a text is sent, and paid for, as. One letter outside the alphabet of GSM more than halves what fits. */
export const smsParts = (text: string): number => {
  const letters = [...text]
  if (letters.every((letter) => inGsm.has(letter) || inExtended.has(letter)))
    return countParts(
      letters.map((letter) => (inExtended.has(letter) ? 2 : 1)),
      160,
      153,
    )
  return countParts(
    letters.map((letter) => letter.length),
    70,
    67,
  )
}
