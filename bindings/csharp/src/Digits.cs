using System;
using System.Numerics;
using System.Text;

namespace Astragal
{
    /// <summary>
    /// The decimal digits of a float: the fewest that only it is nearest to, and of those the nearest. What the
    /// frameworks offer differs between them and rounds twice on Mono, so it is done here with whole numbers, as
    /// Steele and White, and Dragon4 after them, do.
    /// </summary>
    internal static class Digits
    {
        /// <summary>The digits of x, which is above 0 and finite: x is about d.ddd × 10^exponent.</summary>
        public static string Of(double x, out int exponent)
        {
            long bits = BitConverter.DoubleToInt64Bits(x);
            long mantissa = bits & (1L << 52) - 1;
            int power = (int)(bits >> 52 & 0x7ff);
            bool lowest = mantissa == 0 && power > 1; // the float below is half as far away as the one above
            if (power == 0) power = 1;
            else mantissa |= 1L << 52;
            power -= 1075;
            bool even = mantissa % 2 == 0; // then what lies half-way to a neighbour is read as x

            // x = rest / scale; up and down are half the distances to the neighbours, in the same measure.
            int twice = lowest ? 2 : 1;
            BigInteger rest = new BigInteger(mantissa) << Math.Max(power, 0) + twice;
            BigInteger scale = BigInteger.One << Math.Max(-power, 0) + twice;
            BigInteger down = BigInteger.One << Math.Max(power, 0), up = down << twice - 1;

            exponent = (int)Math.Floor(Math.Log10(x));
            if (exponent >= 0) scale *= BigInteger.Pow(10, exponent);
            else
            {
                BigInteger ten = BigInteger.Pow(10, -exponent);
                rest *= ten;
                up *= ten;
                down *= ten;
            }
            while (even ? rest + up >= 10 * scale : rest + up > 10 * scale) // the logarithm was too small
            {
                scale *= 10;
                exponent++;
            }
            while (even ? rest + up < scale : rest + up <= scale) // or too large
            {
                rest *= 10;
                up *= 10;
                down *= 10;
                exponent--;
            }

            var digits = new StringBuilder();
            for (;;)
            {
                int digit = (int)BigInteger.DivRem(rest, scale, out rest);
                bool low = even ? rest <= down : rest < down, high = even ? rest + up >= scale : rest + up > scale;
                if (low || high)
                {
                    if (high && (!low || 2 * rest > scale || 2 * rest == scale && digit % 2 != 0)) digit++;
                    return digits.Append((char)('0' + digit)).ToString();
                }
                digits.Append((char)('0' + digit));
                rest *= 10;
                up *= 10;
                down *= 10;
            }
        }
    }
}
