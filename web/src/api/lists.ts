/** For a list that is often longer than the 50 records of a page. The service counts such a page as four requests. */
export const longPages = { page_size: 200 }

/** A search finds so many records at most, the likely ones. */
export const maxFound = 20

type Page = { readonly next: string | null }
/** Of a list that is shown page by page. */
export const nextPage = {
  initialPageParam: 1,
  getNextPageParam: ({ next }: Page, _pages: unknown, page: number) => (next === null ? undefined : page + 1),
}

/** Which changes concern a list of a department, or of all: those of its records, and those that come into the department. */
export const ofDepartment = (department: number | undefined) =>
  department === undefined
    ? true
    : (records: readonly { readonly url: string }[]): readonly string[] => [
        `/department/${department}/`,
        ...records.map(({ url }) => url),
      ]

/** So many ids fit into one address. */
const maxIds = 50

/** Reads what belongs to some ids, however many, in as many requests as they need. */
export const readInGroups = async <T>(
  ids: readonly number[],
  read: (group: readonly number[]) => Promise<readonly T[]>,
): Promise<readonly T[]> => {
  const groups = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, at) =>
    ids.slice(at * maxIds, (at + 1) * maxIds),
  )
  return (await Promise.all(groups.map(read))).flat()
}
