import type { Texts } from './en.ts'

export const de: Texts = {
  language: 'Deutsch',
  languages: 'Sprache',
  title: 'Ihre Daten',
  intro:
    '{name} hält geschäftliche Kontaktdaten von Menschen, die bei Onlineshops arbeiten. Hier sehen Sie, was über Sie gespeichert ist, und entscheiden darüber.',
  howItWorks:
    'Sie bekommen eine E-Mail mit einem Link, damit niemand sonst in Ihrem Namen fragen kann. Anträge werden innerhalb von {days} Tagen beantwortet.',
  questions: 'Fragen? Schreiben Sie an {contact}.',
  back: 'Alle Anträge',
  email: 'Ihre E-Mail-Adresse',
  emailHint: 'Die Adresse, um die es geht.',
  emailWrong: 'Das ist keine E-Mail-Adresse. Bitte prüfen Sie sie und versuchen Sie es noch einmal.',
  send: 'Link zusenden',
  sent: 'Sehen Sie in Ihr Postfach',
  sentText:
    'Wir haben eine E-Mail an die angegebene Adresse geschickt. Sind Daten dazu gespeichert, enthält sie einen Link, mit dem Ihr Antrag beginnt; er gilt {days} Tage. Wenn nicht, steht das darin.',
  sentHint:
    'Nach zehn Minuten keine E-Mail? Sehen Sie im Spam-Ordner nach. Mehrere Anträge am selben Tag für eine Adresse ergeben eine E-Mail.',
  tooMany: 'Aus Ihrem Netz kamen zu viele Anträge. Warten Sie {minutes} Minuten und versuchen Sie es dann noch einmal.',
  otherSite: 'Dieses Formular wurde von einer anderen Seite gesendet. Bitte versuchen Sie es hier noch einmal.',
  kinds: {
    copy: {
      name: 'Auskunft erhalten',
      text: 'Sehen Sie, welche Daten über Sie gespeichert sind, woher sie stammen und wer sie erhalten hat.',
      confirm: 'Meine Daten zeigen',
      done: 'Das ist über Sie gespeichert.',
    },
    object: {
      name: 'Widersprechen',
      text: 'Ihre Daten werden ab sofort niemandem mehr gezeigt oder gegeben.',
      confirm: 'Meine Daten nicht mehr verwenden',
      done: 'Ihre Daten werden niemandem mehr gezeigt oder gegeben.',
    },
    correct: {
      name: 'Berichtigen',
      text: 'Sagen Sie, was falsch ist und wie es richtig heißt.',
      confirm: 'Berichtigung senden',
      done: 'Ihre Daten wurden berichtigt.',
    },
    erase: {
      name: 'Löschen',
      text: 'Ihre Daten werden gelöscht, und alle, die sie erhalten haben, werden aufgefordert, sie ebenfalls zu löschen.',
      confirm: 'Meine Daten löschen',
      done: 'Ihre Daten wurden gelöscht. Alle, die sie erhalten hatten, wurden aufgefordert, sie zu löschen.',
    },
  },
  firstName: 'Vorname',
  lastName: 'Nachname',
  jobTitle: 'Berufsbezeichnung',
  remark: 'Sonstiges',
  correctHint: 'Füllen Sie aus, was sich ändern soll. Den Rest lassen Sie leer.',
  correctEmpty: 'Sagen Sie, was sich ändern soll: Füllen Sie mindestens ein Feld aus.',
  confirmTitle: 'Antrag bestätigen',
  number: 'Antrag',
  waiting: 'Ihr Antrag wird bearbeitet.',
  due: 'Sie bekommen bis zum {date} eine Antwort.',
  refused: 'Ihr Antrag wurde abgelehnt.',
  reason: 'Grund',
  complain: 'Sie können sich bei der Datenschutzbehörde an Ihrem Wohnort beschweren.',
  linkOver: 'Dieser Link ist abgelaufen oder unvollständig',
  linkOverText: 'Links gelten {days} Tage. Sie können jederzeit einen neuen anfordern.',
  copyFile: 'Als Datei herunterladen (JSON)',
  copyUntil: 'Diese Seite lässt sich bis zum {date} öffnen.',
  shared:
    'Unter dieser Adresse sind mehrere Menschen gespeichert. Deshalb werden Namen und weitere Angaben hier nicht gezeigt. Schreiben Sie an {contact}, um Ihre zu erhalten.',
  nothingLeft: 'Über Sie ist nichts mehr gespeichert.',
  fields: {
    name: 'Name',
    title: 'Berufsbezeichnung',
    role: 'Aufgabe',
    seniority: 'Ebene',
    email: 'E-Mail',
    phone: 'Telefon',
    linkedin: 'Profil',
    store: 'Arbeitet bei',
    source: 'Quelle',
    since: 'Gespeichert seit',
    updated: 'Zuletzt geändert',
    verified: 'Zuletzt geprüft',
    hidden: 'Seit einem Widerspruch vor allen verborgen',
  },
  unknown: 'nicht erfasst',
  purposes: 'Zweck',
  purposesText:
    'Die Daten dienen dazu, dass Unternehmen Menschen bei Onlineshops finden, denen sie Leistungen für ihre Arbeit anbieten können. Grundlage ist das berechtigte Interesse.',
  recipients: 'Wer sie erhalten hat',
  noRecipients: 'Niemand hat sie erhalten.',
  category: 'Unternehmen, die Onlineshops Leistungen anbieten: {count}',
  rights: 'Ihre Rechte',
  rightsText:
    'Sie können widersprechen, Daten berichtigen oder löschen lassen und sich bei der Datenschutzbehörde an Ihrem Wohnort beschweren.',
  mail: {
    linkSubject: 'Ihr Antrag zu Ihren Daten: {kind}',
    linkText:
      'Jemand, vermutlich Sie selbst, hat {name} nach Daten gefragt, die unter dieser Adresse gespeichert sind. Öffnen Sie den Link, um fortzufahren; er gilt {days} Tage.',
    notYou: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ohne den Link geschieht nichts.',
    linkLabel: 'Mit dem Antrag fortfahren',
    notHeldSubject: 'Unter Ihrer Adresse sind keine Daten gespeichert',
    notHeldText:
      'Jemand, vermutlich Sie selbst, hat {name} nach Daten gefragt, die unter dieser Adresse gespeichert sind. Es sind keine gespeichert.',
    notHeldHint: 'Wenn Sie bei der Arbeit andere Adressen benutzen, fragen Sie mit jeder von ihnen.',
    answeredSubject: 'Ihr Antrag {number} ist beantwortet',
    noticeSubject: 'Daten über Sie bei {name}',
    noticeText:
      '{name} speichert geschäftliche Kontaktdaten über Sie: Ihren Namen, Ihre Tätigkeit bei {store} und wie man Sie dort erreicht. Sie stammen aus {source} und sind seit {date} gespeichert.',
    noticeLabel: 'Daten ansehen, berichtigen oder löschen',
    noticeFooter:
      'Sie bekommen diese E-Mail einmal, weil Sie ein Recht darauf haben, von Daten zu wissen, die andere über Sie speichern.',
    footer: 'Sie bekommen diese E-Mail, weil diese Adresse auf {url} eingegeben wurde.',
  },
}
