//! The show of a cribbage hand: args {cards: [{rank, suit}, ...], starter: {rank, suit}, crib: bool}, of which starter
//! and crib may be missing; the value has what fifteens, flush, nobs, pairs and runs score, and their total.
#![no_std]
#[macro_use]
mod astragal;
use astragal::{Answer, Kind, Value};

evaluator!(evaluate);

const MOST: usize = 12;

#[derive(Clone, Copy)]
struct Card<'a> {
    rank: i64,
    suit: &'a [u8],
}

/// Gives a card, or why it is none.
fn read(v: Value) -> Result<Card, &'static str> {
    let rank = match v.get("rank").int() {
        Some(rank @ 1..=13) => rank,
        _ => return Err(".rank: no whole number from 1 to 13"),
    };
    let suit = v.get("suit").text().ok_or(".suit: no text")?;
    Ok(Card { rank, suit })
}

fn fifteens(cards: &[Card]) -> i64 {
    let mut ways = [0i64; 16];
    ways[0] = 1;
    for card in cards {
        let worth = card.rank.min(10) as usize;
        for sum in (worth..=15).rev() {
            ways[sum] += ways[sum - worth];
        }
    }
    2 * ways[15]
}

fn pairs(count: &[i64; 15]) -> i64 {
    count.iter().map(|n| n * (n - 1)).sum()
}

fn runs(count: &[i64; 15]) -> i64 {
    let (mut score, mut length, mut ways) = (0, 0, 1);
    for n in count {
        if *n > 0 {
            length += 1;
            ways *= n;
            continue;
        }
        if length >= 3 {
            score += length * ways;
        }
        length = 0;
        ways = 1;
    }
    score
}

fn flush(hand: &[Card], starter: Option<Card>, crib: bool) -> i64 {
    if hand.len() < 4 || hand.iter().any(|card| card.suit != hand[0].suit) {
        return 0;
    }
    match starter {
        Some(cut) if cut.suit == hand[0].suit => hand.len() as i64 + 1,
        _ if crib => 0,
        _ => hand.len() as i64,
    }
}

fn nobs(hand: &[Card], starter: Option<Card>) -> i64 {
    starter.map_or(0, |cut| hand.iter().any(|card| card.rank == 11 && card.suit == cut.suit) as i64)
}

fn evaluate(call: Value, answer: &mut Answer) {
    let args = call.get("args");
    let list = args.get("cards");
    let n = match list.len() {
        Some(n @ 0..=MOST) if list.kind() == Kind::List => n,
        _ => {
            answer.refuse();
            answer.say("args.cards: no list of at most 12 cards");
            return answer.close();
        }
    };
    let mut cards = [Card { rank: 0, suit: &[] }; MOST + 1];
    for (i, v) in list.all().take(n).enumerate() {
        match read(v) {
            Ok(card) => cards[i] = card,
            Err(why) => {
                answer.refuse();
                answer.say("args.cards[");
                answer.say_int(i as i64);
                answer.say("]");
                answer.say(why);
                return answer.close();
            }
        }
    }
    let cut = args.get("starter");
    let mut starter = None;
    if cut.kind() != Kind::None && cut.kind() != Kind::Nil {
        match read(cut) {
            Ok(card) => starter = Some(card),
            Err(why) => {
                answer.refuse();
                answer.say("args.starter");
                answer.say(why);
                return answer.close();
            }
        }
    }
    let hand = &cards[..n];
    let mut all = cards;
    let all = match starter {
        Some(card) => {
            all[n] = card;
            &all[..n + 1]
        }
        None => hand,
    };
    let mut count = [0i64; 15];
    for card in all {
        count[card.rank as usize] += 1;
    }

    answer.map(1);
    answer.text("value");
    answer.map(6);
    let mut total = 0;
    for (name, score) in [
        ("fifteens", fifteens(all)),
        ("flush", flush(hand, starter, args.get("crib").is_true())),
        ("nobs", nobs(hand, starter)),
        ("pairs", pairs(&count)),
        ("runs", runs(&count)),
    ] {
        answer.text(name);
        answer.int(score);
        total += score;
    }
    answer.text("total");
    answer.int(total);
}
