internal import FFmpeg

extension Frame {
    /// Goes through the pixels of a frame of planes of green, blue and red, and perhaps of transparency, row by row.
    ///
    /// - Parameter body: Gets the column and the row of a pixel, and its colour; `nil` for one that is rather transparent than not.
    /// - Complexity: O(number of pixels).
    @inline(__always)
    func forEachColour(_ body: (_ column: Int, _ row: Int, PaletteColour?) -> Void) {
        let strides = (stride(ofPlane: 0), stride(ofPlane: 1), stride(ofPlane: 2))
        let isTransparent = pixelFormat?.isTransparent ?? false
        // Of an opaque frame the plane is not looked at.
        let opacityPlane = isTransparent ? 3 : 0
        let opacityStride = stride(ofPlane: opacityPlane)
        withPlane(opacityPlane) { opacity in
            withPlane(0) { green in
                withPlane(1) { blue in
                    withPlane(2) { red in
                        for row in 0..<height {
                            let starts = (row * strides.0, row * strides.1, row * strides.2)
                            for column in 0..<width {
                                if isTransparent, opacity[row * opacityStride + column] < 128 {
                                    body(column, row, nil)
                                    continue
                                }
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
}
