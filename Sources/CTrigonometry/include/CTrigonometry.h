#ifndef OVERCRANK_CTRIGONOMETRY_H
#define OVERCRANK_CTRIGONOMETRY_H

// The angle and the turn that a phase vocoder takes for each bin of each spectrum: a sixth of Rubber Band's time is spent
// in the C library's, which are correct to half a unit in the last place at the price of branches and tables. These are
// correct to two and a half units, for all arguments, and take about half of that time.
//
// Programs that hold this module use them for `atan2` and `sincos` as well, in all that is linked into them statically:
// Rubber Band is. Nothing outside of the program sees these two names.

/// The angle of the point (x, y), in radians from -pi to pi, as the C standard's atan2 defines it.
double overcrank_atan2(double y, double x);

/// Sine and cosine of an angle in radians. The sine of either zero is positive zero; of what is infinite or no
/// number, both are no number.
void overcrank_sincos(double angle, double *sine, double *cosine);

#endif
