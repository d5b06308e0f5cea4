/** What is said on a label, in the order in which it is read. */
export const labelParts = ['patient', 'owner', 'name', 'amount', 'instructions'] as const
export type LabelTexts = Readonly<Record<(typeof labelParts)[number], string>>

/** One label: at the usual size of letters (0) or the smaller one (1). */
export type LabelPage = { readonly step: 0 | 1; readonly isFirst: boolean; readonly texts: LabelTexts }

type Piece = { readonly part: keyof LabelTexts; readonly piece: string }

/** What is longer than the line of a label without a space is broken anyway. */
const longestPiece = 20
const piecesOf = (texts: LabelTexts): readonly Piece[] =>
  labelParts.flatMap((part) =>
    (texts[part].match(new RegExp(`\\S{1,${longestPiece}}\\s*`, 'g')) ?? []).map((piece) => ({ part, piece })),
  )

const joined = (pieces: readonly Piece[]): LabelTexts => {
  const of = (wanted: keyof LabelTexts) =>
    pieces
      .filter(({ part }) => part === wanted)
      .map(({ piece }) => piece)
      .join('')
      .trim()
  return {
    patient: of('patient'),
    owner: of('owner'),
    name: of('name'),
    amount: of('amount'),
    instructions: of('instructions'),
  }
}

/**
 * The labels that a text needs: one, with smaller letters if it must be, or several with the smaller ones, each as full as it
 * gets. Nothing is left out: a label takes at least one piece, however little room there is.
 */
export const labelPagesOf = (texts: LabelTexts, fits: (page: LabelPage) => boolean): readonly LabelPage[] => {
  for (const step of [0, 1] as const) {
    const whole = { step, isFirst: true, texts }
    if (fits(whole)) return [whole]
  }
  const pieces = piecesOf(texts)
  const pages: LabelPage[] = []
  for (let from = 0; from < pieces.length; ) {
    const pageOf = (count: number): LabelPage => ({
      step: 1,
      isFirst: from === 0,
      texts: joined(pieces.slice(from, from + count)),
    })
    let [fitting, tooMany] = [1, pieces.length - from + 1]
    while (tooMany - fitting > 1) {
      const middle = Math.floor((fitting + tooMany) / 2)
      if (fits(pageOf(middle))) fitting = middle
      else tooMany = middle
    }
    pages.push(pageOf(fitting))
    from += fitting
  }
  return pages
}
