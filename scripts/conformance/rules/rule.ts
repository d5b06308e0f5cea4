/**
 * A section of the specification in our own words. The keys are the lines of the specification, as tests cite them: 131 for
 * [S131].
 */
export type Section = { readonly title: string; readonly rules: Readonly<Record<number, string>> }

export type Chapter = { readonly title: string; readonly sections: readonly Section[] }
