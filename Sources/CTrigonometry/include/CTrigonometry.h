#ifndef OVERCRANK_CTRIGONOMETRY_H
#define OVERCRANK_CTRIGONOMETRY_H

// Two functions that a phase vocoder calls for each bin of each spectrum. Rubber Band spends a sixth of its time in those of
// the C library, which are correct to half a unit in the last place and need branches and tables for that. These are
// correct to two and a half units, for all arguments, and take about half of the time.
//
// In programs that link this module, they also replace `atan2` and `sincos` in all code that is linked statically, which
// Rubber Band is. The two names are not visible outside of the program.

/// The angle of the point (x, y), in radians from -pi to pi, as the C standard's atan2 defines it.
double overcrank_atan2(double y, double x);

/// Sine and cosine of an angle in radians. The sine of positive and of negative zero is positive zero. For an infinite
/// angle and for not-a-number both results are not-a-number.
void overcrank_sincos(double angle, double *sine, double *cosine);

#endif
