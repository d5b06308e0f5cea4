import { created, modified } from '../../kernel/record-fields.ts'
import { optional, readOnly } from '../../kernel/fields.ts'
import { ref, refs } from '../../kernel/links.ts'
import { action, anyToken, defineResource } from '../../kernel/resource.ts'
import { email } from '../../kernel/text-formats.ts'
import { boolean, text } from '../../kernel/values.ts'
import { mayWrite } from './may-write.ts'
import { signOutUser } from './sessions.ts'
import { changeUser, createUser, resendInvitation } from './users.ts'

export const user = defineResource({
  name: 'user',
  title: 'User',
  about: 'A member of staff, or the virtual user that an application acts as.',
  permission: 'Settings: Users and permissions',
  fields: {
    first_name: text(127, { ...optional, about: 'Given name. Virtual users are called “Integration”.' }),
    last_name: text(127, {
      about: 'Family name; that of a virtual user is the name of its application and follows it.',
    }),
    email: email({
      about:
        'The address to sign in with; invitations and links for a new password go there. Unique. Virtual users have none.',
    }),
    title: text(63, { ...optional, about: 'Professional title, for example “Veterinary nurse”.' }),
    initials: text(7, { ...optional, about: 'Short form for lists and calendars. Need not be unique.' }),
    phone: text(63, {
      ...optional,
      about:
        'Where the person is reached. A wholesaler is told it with an order they send, if the department has no number of its own.',
    }),
    is_active: boolean({
      ...optional,
      about:
        'False: may not sign in, and all sessions and tokens end at once. Records keep naming the user. True unless sent.',
    }),
    is_virtual: boolean({
      ...readOnly,
      about: 'True for the user that an application acts as. It has no password; its permission groups are set here.',
    }),
    home_department: ref('department', {
      optional: true,
      nullable: true,
      about:
        'Where the person usually works. A consultation of theirs is opened there if the patient has no home department. May be null.',
    }),
    permission_groups: refs(
      'permissiongroup',
      { table: 'user_permissiongroup', ours: 'user', theirs: 'permissiongroup' },
      {
        ...optional,
        about: 'What the user may do: everything that any of these allows. The list that is sent replaces the old one.',
      },
    ),
    created,
    modified,
  },
  filters: {
    first_name: ['icontains'],
    last_name: ['icontains'],
    email: ['is'],
    is_active: ['is'],
    is_virtual: ['is'],
    home_department: ['is'],
    modified: ['gte'],
  },
  extraFilters: { may_write__is: mayWrite },
  ordering: ['last_name', 'modified'],
  unique: { user_email: ['email', 'There is a user with this e-mail address already.'] },
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: {
    rate: 300,
    oauthOnly: true,
    stepUp: true,
    run: createUser,
    about: 'Mails the person a link to choose a password, valid for 7 days, unless `is_active` is false.',
  },
  patch: {
    rate: 300,
    oauthOnly: true,
    stepUp: true,
    run: changeUser,
    about:
      'A new `email` is told to both addresses, and ends the person’s sessions, tokens and the links that were mailed to them; whoever has no password yet is invited again instead. People change their own on the page of their account (400 `own_account`). Names and address of a virtual user are refused: change its application instead.',
  },
  detailActions: {
    invite: action({
      summary: 'Send the invitation e-mail again',
      about:
        'Mails a new link to choose a password, valid for 7 days. Refused for a user who has a password already, is not active, or is virtual.',
      rate: 300,
      oauthOnly: true,
      stepUp: true,
      body: {},
      run: resendInvitation,
    }),
    sign_out: action({
      summary: 'Sign a user out everywhere',
      about:
        'Ends every session of the person, and every token that applications hold in their name, within a second: for a lost phone or an unattended computer. The password stays; whoever leaves the clinic is made inactive instead. Refused for virtual users: archive their application.',
      rate: 300,
      oauthOnly: true,
      body: {},
      run: signOutUser,
    }),
  },
})
