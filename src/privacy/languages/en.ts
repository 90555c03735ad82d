/** Every word of the privacy centre. `{…}` stands for a value. The other languages have the same keys. */
export const en = {
  language: 'English',
  languages: 'Language',
  title: 'Your data',
  intro:
    '{name} holds business contact data about people who work at online stores. Here you can see what is held about you, and decide about it.',
  howItWorks:
    'You get a mail with a link, so that nobody else can ask in your name. Requests are answered within {days} days.',
  questions: 'Questions? Write to {contact}.',
  back: 'All requests',
  email: 'Your email address',
  emailHint: 'The address that the data is about.',
  emailWrong: 'That is not an email address. Check it and try again.',
  send: 'Send me the link',
  sent: 'Check your mail',
  sentText:
    'We sent a mail to the address that you gave. If data is held under it, the mail has a link that starts your request; it works for {days} days. If not, the mail says so.',
  sentHint:
    'No mail after ten minutes? Look in the spam folder. Several requests for one address on one day get one mail.',
  tooMany: 'There were too many requests from your network. Wait {minutes} minutes, then try again.',
  otherSite: 'This form was sent from another site. Try again here.',
  kinds: {
    copy: {
      name: 'Get a copy',
      text: 'See which data is held about you, where it comes from, and who has received it.',
      confirm: 'Show my data',
      done: 'This is what is held about you.',
    },
    object: {
      name: 'Object',
      text: 'Your data is no longer shown or handed out to anybody, from this moment on.',
      confirm: 'Stop using my data',
      done: 'Your data is no longer shown or handed out to anybody.',
    },
    correct: {
      name: 'Correct',
      text: 'Say what is wrong and how it should read.',
      confirm: 'Send my correction',
      done: 'Your data was corrected.',
    },
    erase: {
      name: 'Erase',
      text: 'Your data is deleted, and everybody who received it is told to delete it, too.',
      confirm: 'Erase my data',
      done: 'Your data was deleted. Everybody who had received it was told to delete it.',
    },
  },
  firstName: 'First name',
  lastName: 'Last name',
  jobTitle: 'Job title',
  remark: 'Anything else',
  correctHint: 'Fill in what should change. Leave the rest empty.',
  correctEmpty: 'Say what should change: fill in at least one field.',
  confirmTitle: 'Confirm your request',
  number: 'Request',
  waiting: 'Your request is being worked on.',
  due: 'You will have an answer by {date}.',
  refused: 'Your request was refused.',
  reason: 'Reason',
  complain: 'You may complain to the data protection authority where you live.',
  linkOver: 'This link has expired or is not complete',
  linkOverText: 'Links work for {days} days. You can ask for a new one at any time.',
  copyFile: 'Download as a file (JSON)',
  copyUntil: 'This page can be opened until {date}.',
  shared:
    'Several people are held under this address, so names and other details are not shown here. Write to {contact} to have yours sent to you.',
  nothingLeft: 'Nothing is held about you any more.',
  fields: {
    name: 'Name',
    title: 'Job title',
    role: 'Role',
    seniority: 'Seniority',
    email: 'Email',
    phone: 'Phone',
    linkedin: 'Profile',
    store: 'Works at',
    source: 'Source',
    since: 'Held since',
    updated: 'Last changed',
    verified: 'Last verified',
    hidden: 'Hidden from everybody since an objection',
  },
  unknown: 'not recorded',
  purposes: 'Purpose',
  purposesText:
    'The data is used to let companies find people at online stores to whom they can offer services for their work. It is based on legitimate interest.',
  recipients: 'Who received it',
  noRecipients: 'Nobody has received it.',
  category: 'Companies that offer services to online stores: {count}',
  rights: 'Your rights',
  rightsText:
    'You may object, have data corrected or erased, and complain to the data protection authority where you live.',
  mail: {
    linkSubject: 'Your request about your data: {kind}',
    linkText:
      'Somebody, probably you, asked {name} about data that is held under this address. Open the link to go on; it works for {days} days.',
    notYou: 'If it was not you, do nothing: without the link nothing happens.',
    linkLabel: 'Go on with the request',
    notHeldSubject: 'No data is held under your address',
    notHeldText:
      'Somebody, probably you, asked {name} about data that is held under this address. Nothing is held under it.',
    notHeldHint: 'If you use other addresses for work, ask with each of them.',
    answeredSubject: 'Your request {number} has been answered',
    noticeSubject: 'Data about you at {name}',
    noticeText:
      '{name} holds business contact data about you: your name, your work at {store} and ways to reach you there. It comes from {source} and is held since {date}.',
    noticeLabel: 'See, correct or erase your data',
    noticeFooter: 'You get this mail once, because you have a right to know about data that others hold about you.',
    footer: 'You get this mail because this address was entered at {url}.',
  },
}

export type Texts = typeof en
