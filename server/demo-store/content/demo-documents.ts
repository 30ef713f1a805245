import type { PdfPage } from "#server/demo-store/media/make-pdf.ts";
import type { ZipFile } from "#server/demo-store/media/make-zip.ts";

export const PRICING_PLAYBOOK: { title: string; pages: PdfPage[] } = {
  title: "The Pricing Playbook for Freelance Designers",
  pages: [
    {
      heading: "Hours are the wrong unit",
      paragraphs: [
        "When you sell hours, every improvement you make costs you money. Learn to draw a logo in half the time and your income halves with it. The client, meanwhile, never wanted hours. They wanted the shop to be full on Saturday.",
        "A price is a sentence about value. Hours are a sentence about you. This little book helps you to write the first kind.",
        "- Keep a record of hours for yourself: it tells you your cost.",
        "- Never send it to a client: it tells them where to cut.",
      ],
    },
    {
      heading: "Know your floor",
      paragraphs: [
        "Before you can price by value you need the number below which you say no. Work it out once a year, with a cup of something.",
        "- Add up what you need in a year: rent, food, taxes, insurance, holidays, a pension.",
        "- Add a fifth for the months that go wrong.",
        "- Divide by 46 weeks, then by the days a week that clients really pay for. For most of us that is three.",
        "The result is your day. It is a floor, not a price. Nobody needs to see it.",
      ],
    },
    {
      heading: "Ask what it is worth",
      paragraphs: [
        "Value is whatever changes for the client. You learn it by asking, and you ask before you quote.",
        "- What made you start this now, and not last year?",
        "- What is a new customer worth to you over two years?",
        "- What will you do if we don't find a way to work together?",
        "Write the answers down in their words. If the numbers are small, the price will be small, and it is better to know on day one.",
      ],
    },
    {
      heading: "Always three options",
      paragraphs: [
        "One price is a yes-or-no question. Three prices are a conversation about what matters.",
        "- Option one solves the problem, and nothing else. It is above your floor.",
        "- Option two is the one that you would choose in their place.",
        "- Option three takes the worry away: you stay until it works.",
        "Keep the gaps wide. If option three costs only a little more than option two, it isn't a different promise, it is a longer list.",
      ],
    },
    {
      heading: "Say the number",
      paragraphs: [
        "Say it in the call, before the document. Say it slowly, and then stop talking. The silence belongs to them.",
        "“For what you described, projects like this are between six and nine thousand. Is that the range that you had in mind?”",
        "If they flinch, you have saved yourself a proposal. If they nod, the proposal is only paperwork.",
      ],
    },
    {
      heading: "When they ask for a discount",
      paragraphs: [
        "Never lower a price without lowering the promise. Otherwise the first price was a lie.",
        "- “Gladly. Which part shall we leave out?”",
        "- “I can do that number if we decide within one round.”",
        "- “I can't, but I know someone good who might.”",
        "A discount for nothing teaches the client to ask again.",
      ],
    },
    {
      heading: "Get paid on time",
      paragraphs: [
        "Half before the start, a quarter when the direction is chosen, a quarter before the files go out. Put the dates into the agreement and the reminders into your calendar.",
        "Late once is an accident: write a friendly line. Late twice is a habit: stop work politely until the invoice is settled. You are a studio, not a bank.",
      ],
    },
    {
      heading: "One page to keep",
      paragraphs: [
        "- I know my floor.",
        "- I asked what it is worth before I quoted.",
        "- I offered three options that are three promises.",
        "- I said the number out loud, and waited.",
        "- I took something out for every discount.",
        "- The deposit arrived before I opened a file.",
        "Raise your next quote by a tenth. Not because of this book, but because you will have read it before they do.",
      ],
    },
  ],
};

export const RED_FLAGS_CHECKLIST: { title: string; pages: PdfPage[] } = {
  title: "Client Red Flags Checklist",
  pages: [
    {
      heading: "In the first email",
      paragraphs: [
        "- “It's a quick job for someone like you.”",
        "- The budget is exposure, equity or the next project.",
        "- They ask for a price before they say what it is for.",
        "- The last three designers were all impossible.",
        "- It has to be done by Friday, and it is Wednesday.",
        "- They want to see ideas first, then talk about money.",
        "- You can't find out who is writing.",
      ],
    },
    {
      heading: "In the first call",
      paragraphs: [
        "- Nobody can say who decides.",
        "- They interrupt your questions with solutions.",
        "- They are vague about money and precise about colours.",
        "- “We'll know it when we see it.”",
        "- They make jokes about people who work for them.",
        "- You hear a different goal from everyone in the room.",
        "- They ask you to copy somebody, only cheaper.",
      ],
    },
    {
      heading: "In the agreement",
      paragraphs: [
        "- They strike out the deposit.",
        "- Revisions are “as needed”.",
        "- They own everything before they have paid anything.",
        "- The feedback has no dates, but the delivery does.",
        "- Someone new appears and starts again from the beginning.",
        "- They would rather not sign, because you trust each other.",
        "- Your stomach says no, and you are explaining to it why it is wrong.",
        "One flag is a question to ask. Three are an answer.",
      ],
    },
  ],
};

/** The files of the template archive. */
export const STUDIO_OS_FILES: ZipFile[] = [
  {
    name: "studio-os/README.md",
    content: `# Studio OS

Six documents for one client project, in the order in which you need them.

1. \`1-brief-questionnaire.md\` before the first call
2. \`2-proposal.md\` after it
3. \`3-agreement.md\` together with the proposal
4. \`4-timeline.csv\` opens in any spreadsheet
5. \`5-invoice.csv\` three of them for each project
6. \`6-offboarding-mail.md\` a week after launch

Replace everything in [brackets]. The agreement is a starting point and no legal advice.
`,
  },
  {
    name: "studio-os/1-brief-questionnaire.md",
    content: `# Before we talk

Ten minutes, in your own words. Short is fine.

1. What made you look for a designer now?
2. What have you tried already?
3. Describe the last three people who paid you.
4. What should be different in a year?
5. Where will people see this first?
6. Who decides, and who is asked?
7. What must stay as it is?
8. Is there a date that cannot move? Why?
9. What range have you set aside?
10. Which brand outside your field do you admire?
`,
  },
  {
    name: "studio-os/2-proposal.md",
    content: `# Proposal for [client]

## What you told me
[Three sentences in their words.]

## What will be different
[One sentence that can be checked.]

## Three ways to do it

| | Essential | Complete | Carefree |
| --- | --- | --- | --- |
| Strategy line | yes | yes | yes |
| Identity | mark and type | full system | full system |
| Guidelines | one page | eight pages | eight pages |
| Launch | - | templates | templates and 60 days of help |
| Price | [ ] | [ ] | [ ] |

I recommend **[option]**, because [reason].

Valid until [date]. To begin, answer with the option's name.
`,
  },
  {
    name: "studio-os/3-agreement.md",
    content: `# Agreement

Between [studio] and [client], about [project].

1. **Scope.** What the chosen option of the proposal lists. Anything else is quoted first.
2. **Decisions.** [Name] decides for the client. Feedback comes in one list within five working days.
3. **Rounds.** Two rounds for each direction. Further rounds are [price] each.
4. **Payment.** 50 % to begin, 25 % when the direction is chosen, 25 % before the final files.
5. **Rights.** Pass to the client with the last payment. Rejected work stays with the studio.
6. **Pause.** If nothing moves for 30 days, the work done is invoiced and the project is closed.
7. **Portfolio.** The studio may show the work after launch.

[Date, signatures]
`,
  },
  {
    name: "studio-os/4-timeline.csv",
    content: `Week,Studio,Client,Milestone
1,Interview and research,Answers the questionnaire,Deposit paid
2,One-line strategy,Approves the line,
3,Sketches and three directions,,
4,Presentation,Chooses a direction,Second payment
5,Refinement,One list of feedback,
6,Guidelines and files,Final check,Last payment
7,Launch support,Goes live,
8,Review call,,Referral
`,
  },
  {
    name: "studio-os/5-invoice.csv",
    content: `Invoice,Date,Due,Description,Quantity,Price,Total
2025-001,[date],[date + 14],Brand identity: 50 % to begin,1,0.00,0.00
`,
  },
  {
    name: "studio-os/6-offboarding-mail.md",
    content: `Subject: One week in

Hello [name],

your brand has been out for a week. What have you noticed so far?

I kept half an hour for us on [date]. Bring anything that pinches.

The files live here: [link]. The read-me says which one the printer wants.

Warmly,
[you]
`,
  },
];
