/** Where a text template is offered. */
export const templateKinds = ['note', 'discharge', 'prescription', 'message', 'other'] as const
