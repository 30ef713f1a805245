import type { DemoModule } from "./demo-course.ts";
import { WILD_ASSIGNMENT } from "./demo-assignment.ts";
import { PALETTE_QUIZ } from "./demo-quiz.ts";

export const IDENTITY_MODULE: DemoModule = {
  title: "Design the identity",
  lessons: [
    {
      slug: "sketch-twenty-show-three",
      title: "Sketch twenty, show three",
      video: true,
      durationSeconds: 268,
      freePreview: false,
      keyPoints: [
        "The first five sketches belong to everyone",
        "Small, black, two minutes each",
        "Sort by idea, never by beauty",
        "Show three that disagree with each other",
      ],
      contentMarkdown: `Your first five sketches are everybody's first five sketches. The work starts at the sixth.

## How to sketch

- Thumbnails of 3 cm, in black, two minutes each
- No screen until there are twenty on the table
- Write the **idea** under each one in three words

For Halden the words were *night window*, *rising dough*, *first train* and seventeen others. *Night window* won.

## Choosing three

Sort by idea, not by beauty. Then choose three that **disagree**: one safe, one sharp, and one that answers the hidden decision the other way. A client who sees three shades of the same thought can only choose a colour.

## Your task

Twenty thumbnails. Send a photo of the whole table to someone who will be honest.`,
    },
    {
      slug: "type-with-a-voice",
      title: "Choose type that carries the voice",
      video: true,
      durationSeconds: 231,
      freePreview: false,
      keyPoints: [
        "Read the client's own sentences in it",
        "Check figures, prices and long names first",
        "Two families are enough; one is braver",
      ],
      contentMarkdown: `People read a brand far more often than they look at its logo. Choose the typeface as you would choose someone to answer the phone.

## The audition

1. Set the client's own three sentences from the interview.
2. Set a price list, an address and the longest product name.
3. Set it at 11 px and at 2 m.

A face that is lovely in a headline and sour in a price list is not the one.

## Licences

Buy the web and desktop licence **in the client's name** and put the cost into the quote. You don't want to own their alphabet.

## Your task

Audition four families. Keep the one in which the dull text still sounds like them.`,
    },
    {
      slug: "palette-that-survives-print",
      title: "Build a palette that survives print",
      video: false,
      durationSeconds: 240,
      freePreview: false,
      quiz: PALETTE_QUIZ,
      keyPoints: [],
      contentMarkdown: `A palette is not five nice colours. It is a set of **jobs**, and each colour has one.

| Job | Halden | Rule |
| --- | --- | --- |
| Ground | Flour | Never pure white |
| Text | Crust | At least 7:1 on the ground |
| Signal | Ember | Less than a tenth of any page |
| Support | Rye, Butter | Only in pictures and packaging |

## Before you fall in love

- Print it on the cheapest paper the client uses.
- Look at it in greyscale: can you still tell what is important?
- Put text on every pair and measure the contrast: 4.5:1 for reading, 3:1 for large letters.
- Ask someone who is colour-blind, or use your system's simulation.

## Your task

Give each colour a job and a share in per cent. Delete the colour that has neither.`,
    },
    {
      slug: "test-in-the-wild",
      title: "Test the mark in the wild",
      video: true,
      durationSeconds: 196,
      freePreview: false,
      assignment: WILD_ASSIGNMENT,
      keyPoints: [
        "Sixteen pixels and six metres",
        "One colour, one stamp, one stitch",
        "Next to its neighbours on a shelf",
      ],
      contentMarkdown: `A mark on a white artboard has no enemies. Out there it has dozens.

## The obstacle course

- **16 px** in a browser tab
- **6 m** across the street, at dusk
- **One colour**, as a stamp, on a paper bag
- **Round**, because every profile picture is
- **Crowded**, between two louder neighbours on a shelf

Don't polish mock-ups. Photograph real places and paste the mark in badly: if it works badly pasted, it works.

## Your task

Take five photos within a kilometre of the client's door. Put all three directions into each. One of them will stop arguing.`,
    },
  ],
};
