internal import FFmpeg

extension Frame {
    /// Goes through the pixels of a frame of planes of green, blue and red, row by row.
    ///
    /// - Parameter body: Gets the column and the row of a pixel, and its colour.
    /// - Complexity: O(number of pixels).
    @inline(__always)
    func forEachColour(_ body: (_ column: Int, _ row: Int, PaletteColour) -> Void) {
        let strides = (stride(ofPlane: 0), stride(ofPlane: 1), stride(ofPlane: 2))
        withPlane(0) { green in
            withPlane(1) { blue in
                withPlane(2) { red in
                    for row in 0..<height {
                        let starts = (row * strides.0, row * strides.1, row * strides.2)
                        for column in 0..<width {
                            let colour = PaletteColour(
                                red: red[starts.2 + column],
                                green: green[starts.0 + column],
                                blue: blue[starts.1 + column]
                            )
                            body(column, row, colour)
                        }
                    }
                }
            }
        }
    }
}
