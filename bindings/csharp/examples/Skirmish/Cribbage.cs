using System;
using System.Collections.Generic;
using System.Linq;

namespace Astragal.Examples
{
    /// <summary>What each part of a cribbage hand scores.</summary>
    static class Cribbage
    {
        /// <summary>Code of kind code: gives a value.</summary>
        public static object Show(Called called)
        {
            List<ValueMap> hand = ((IEnumerable<object>)called.Args["cards"]).Cast<ValueMap>().ToList();
            var starter = (ValueMap)called.Args["starter"];
            List<ValueMap> cards = hand.Concat(new[] { starter }).ToList();
            var count = new long[15];
            foreach (ValueMap card in cards) count[(long)card["rank"]]++;
            var scored = new Dictionary<string, object>
            {
                { "fifteens", Fifteens(cards) }, { "flush", Flush(hand, starter) }, { "nobs", Nobs(hand, starter) },
                { "pairs", count.Sum(n => n * (n - 1)) }, { "runs", Runs(count) },
            };
            long total = scored.Values.Sum(part => (long)part);
            scored["total"] = total;
            Console.WriteLine(called.Seat + " shows " + string.Join(" ", hand.Select(card => card["label"])) + " with " + starter["label"] + ": " + total);
            return scored;
        }

        static long Fifteens(List<ValueMap> cards)
        {
            var ways = new long[16];
            ways[0] = 1;
            foreach (ValueMap card in cards)
            {
                long worth = Math.Min((long)card["rank"], 10);
                for (long sum = 15; sum >= worth; sum--) ways[sum] += ways[sum - worth];
            }
            return 2 * ways[15];
        }

        static long Flush(List<ValueMap> hand, ValueMap starter)
        {
            if (hand.Any(card => !card["suit"].Equals(hand[0]["suit"]))) return 0;
            return starter["suit"].Equals(hand[0]["suit"]) ? 5 : 4;
        }

        static long Nobs(List<ValueMap> hand, ValueMap starter)
        {
            return hand.Count(card => (long)card["rank"] == 11 && card["suit"].Equals(starter["suit"]));
        }

        static long Runs(long[] count)
        {
            long score = 0, length = 0, ways = 1;
            foreach (long n in count)
            {
                if (n > 0)
                {
                    length++;
                    ways *= n;
                    continue;
                }
                if (length >= 3) score += length * ways;
                length = 0;
                ways = 1;
            }
            return score;
        }
    }
}
