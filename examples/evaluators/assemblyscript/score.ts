// The show of a cribbage hand: args {cards: [{rank, suit}, ...], starter: {rank, suit}, crib: bool}, of which starter
// and crib may be missing; the value has what fifteens, flush, nobs, pairs and runs score, and their total.
import { Kind, Value, answer, run } from "./astragal";
export { astragal_alloc, astragal_free } from "./astragal";
export function astragal_call(at: usize, length: usize): u64 { return run(at, length, evaluate); }

const most = 12;

class Card {
  constructor(public rank: i64, public suit: Value) {}
}

// Gives a card, or null where it is none: then the answer says why.
function read(v: Value, name: string): Card | null {
  const rank = v.get("rank");
  if (!rank.isInt || rank.int < 1 || rank.int > 13) {
    answer.refuse(name + ".rank: no whole number from 1 to 13");
    return null;
  }
  const suit = v.get("suit");
  if (suit.kind != Kind.Text) {
    answer.refuse(name + ".suit: no text");
    return null;
  }
  return new Card(rank.int, suit);
}

function fifteens(cards: Card[]): i64 {
  const ways = new StaticArray<i64>(16);
  ways[0] = 1;
  for (let i = 0; i < cards.length; i++) {
    const worth = <i32>min<i64>(cards[i].rank, 10);
    for (let sum = 15; sum >= worth; sum--) ways[sum] += ways[sum - worth];
  }
  return 2 * ways[15];
}

function pairs(count: StaticArray<i64>): i64 {
  let score: i64 = 0;
  for (let rank = 1; rank <= 13; rank++) score += count[rank] * (count[rank] - 1);
  return score;
}

function runs(count: StaticArray<i64>): i64 {
  let score: i64 = 0, length: i64 = 0, ways: i64 = 1;
  for (let rank = 1; rank <= 14; rank++) {
    if (count[rank] > 0) {
      length++;
      ways *= count[rank];
      continue;
    }
    if (length >= 3) score += length * ways;
    length = 0;
    ways = 1;
  }
  return score;
}

function flush(cards: Card[], hand: i32, starter: Card | null, crib: bool): i64 {
  if (hand < 4) return 0;
  const suit = cards[0].suit;
  for (let i = 1; i < hand; i++) if (!cards[i].suit.sameText(suit)) return 0;
  if (starter && starter.suit.sameText(suit)) return hand + 1;
  return crib ? 0 : hand;
}

function nobs(cards: Card[], hand: i32, starter: Card | null): i64 {
  if (!starter) return 0;
  for (let i = 0; i < hand; i++) if (cards[i].rank == 11 && cards[i].suit.sameText(starter.suit)) return 1;
  return 0;
}

function put(name: string, score: i64): i64 {
  answer.text(name);
  answer.int(score);
  return score;
}

function evaluate(call: Value): void {
  const args = call.get("args"), list = args.get("cards");
  if (list.kind != Kind.List || list.length > most) {
    answer.refuse("args.cards: no list of at most 12 cards");
    return;
  }
  const hand = <i32>list.length;
  const cards: Card[] = [];
  let v = list.first;
  for (let i = 0; i < hand; i++, v = v.next) {
    const card = read(v, `args.cards[${i}]`);
    if (!card) return;
    cards.push(card);
  }
  const cut = args.get("starter");
  let starter: Card | null = null;
  if (cut.kind != Kind.None && cut.kind != Kind.Nil) {
    starter = read(cut, "args.starter");
    if (!starter) return;
    cards.push(starter);
  }
  const count = new StaticArray<i64>(15);
  for (let i = 0; i < cards.length; i++) count[<i32>cards[i].rank]++;

  answer.map(1);
  answer.text("value");
  answer.map(6);
  let total = put("fifteens", fifteens(cards));
  total += put("flush", flush(cards, hand, starter, args.get("crib").isTrue));
  total += put("nobs", nobs(cards, hand, starter));
  total += put("pairs", pairs(count));
  total += put("runs", runs(count));
  put("total", total);
}
